import { useEffect, useRef, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [error, setError] = useState(false);
  const mounted = useRef(true);

  useEffect(() => {
    async function load() {
      try {
        const response = await fetch(`/api/recipes/${id}`);
        if (!response.ok) throw new Error("bad");
        const data = await response.json();
        if (mounted.current) setRecipe(data);
      } catch {
        if (mounted.current) setError(true);
      }
    }
    load();
  }, [id]);

  useEffect(() => () => { mounted.current = false; }, []);

  if (error) return <p role="alert">Could not load the recipe</p>;
  if (!recipe) return <p>Loading…</p>;
  return <article><h2>{recipe.title}</h2><p>{recipe.minutes} minutes</p></article>;
}
