type RecipeCardProps = {
  title: string;
  minutes?: number;
};

export function RecipeCard({ title, minutes = 20 }: RecipeCardProps) {
  return (
    <article>
      <h2>Leek and Potato Soup</h2>
      <p>{minutes} minutes</p>
    </article>
  );
}
