import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let ignore = false;
    fetch(`/api/recipes/${id}`)
    .then((response) => {
      if (!response.ok) throw new Error("Not found");
      return response.json();
    })
    .then((data) => {
        setRecipe(data);
        setFailed(false);
      })
    .catch(() => setFailed(true));
    return () => {
      ignore = true;
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
