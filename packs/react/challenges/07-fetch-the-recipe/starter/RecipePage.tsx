type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  // Fetch the recipe in an effect, and show what the page knows so far.
  return null;
}
