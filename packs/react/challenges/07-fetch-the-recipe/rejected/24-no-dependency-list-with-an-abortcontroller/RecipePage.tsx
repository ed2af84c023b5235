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
        if (!response.ok) throw new Error("not ok");
        const data = await response.json();
        if (controller.signal.aborted) return;
        setRecipe(data);
        setFailed(false);
      } catch {
        if (!controller.signal.aborted) setFailed(true);
      }
    }
    load();
    return () => controller.abort();
  });

  if (failed) return <p role="alert">Could not load the recipe</p>;
  if (!recipe) return <p>Loading…</p>;
  return (
    <>
      <h2>{recipe.title}</h2>
      <p>{recipe.minutes} minutes</p>
    </>
  );
}
