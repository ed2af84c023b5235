import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const controller = new AbortController();

    async function load() {
      try {
        const response = await fetch(`/api/recipes/${id}`, { signal: controller.signal });
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const loaded: Recipe = await response.json();

        setRecipe(loaded);
        setFailed(false);
      } catch (problem) {
        if ((problem as Error).name !== "AbortError") setFailed(true);
      }
    }

    load();
    return () => controller.abort();
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
