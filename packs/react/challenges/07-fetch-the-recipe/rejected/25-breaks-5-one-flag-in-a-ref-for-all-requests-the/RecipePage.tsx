import { useEffect, useRef, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const ignore = useRef(false);
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    ignore.current = false;
    async function load() {
      try {
        const response = await fetch(`/api/recipes/${id}`);
        if (!response.ok) throw new Error("not ok");
        const data = await response.json();
        if (ignore.current) return;
        setRecipe(data);
        setFailed(false);
      } catch {
        if (!ignore.current) setFailed(true);
      }
    }
    load();
    return () => {
      ignore.current = true;
    };
  }, [id]);

  if (failed) return <p role="alert">Could not load the recipe</p>;
  if (!recipe) return <p>Loading…</p>;
  return (
    <>
      <h2>{recipe.title}</h2>
      <p>{recipe.minutes} minutes</p>
    </>
  );
}
