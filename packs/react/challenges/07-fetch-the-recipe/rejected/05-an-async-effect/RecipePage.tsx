import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(async () => {
    let wanted = true;

      try {
        const response = await fetch(`/api/recipes/${id}`);
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const loaded: Recipe = await response.json();
        if (!wanted) return;
        setRecipe(loaded);
        setFailed(false);
      } catch {
        if (wanted) setFailed(true);
      }

    return () => {
      wanted = false;
    };
  }, [id]);

  if (failed) return <p role="alert">Could not load the recipe</p>;
  if (!recipe) return <p>Loading…</p>;
  return (
    <article>
      <h2>{recipe.title}</h2>
      <p>{recipe.minutes} minutes</p>
    </article>
  );
}
