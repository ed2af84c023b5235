import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let ignore = false;

    async function load() {
      try {
        const response = await fetch("/api/recipes/" + id);
        if (!response.ok) {
          throw new Error("The answer is not ok");
        }
        const data = await response.json();
        if (!ignore) {
          setRecipe(data);
          setFailed(false);
        }
      } catch (error) {
        setFailed(true);
      }
    }

    load();

    return () => {
      ignore = true;
    };
  }, [id]);

  if (failed) {
    return <p role="alert">Could not load the recipe</p>;
  }

  if (recipe === null) {
    return <p>Loading…</p>;
  }

  return (
    <article>
      <h2>{recipe.title}</h2>
      <p>{recipe.minutes} minutes</p>
    </article>
  );
}
