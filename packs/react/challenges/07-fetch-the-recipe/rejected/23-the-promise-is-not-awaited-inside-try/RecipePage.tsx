import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let ignore = false;
    try {
      fetch(`/api/recipes/${id}`).then(async (response) => {
        if (!response.ok) {
          if (!ignore) setFailed(true);
          return;
        }
        const data = await response.json();
        if (!ignore) {
          setRecipe(data);
          setFailed(false);
        }
      });
    } catch {
      setFailed(true);
    }
    return () => {
      ignore = true;
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
