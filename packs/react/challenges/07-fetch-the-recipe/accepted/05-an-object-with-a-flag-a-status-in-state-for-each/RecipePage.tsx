import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage(props: { id: string }) {
  const { id } = props;
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [status, setStatus] = useState<"loading" | "error" | "done">("loading");

  useEffect(() => {
    const run = { cancelled: false };
    void (async () => {
      try {
        const response = await fetch("/api/recipes/" + id);
        if (response.status !== 200) throw new Error("bad status");
        const json = (await response.json()) as Recipe;
        if (run.cancelled) return;
        setRecipe(json);
        setStatus("done");
      } catch {
        if (!run.cancelled) setStatus("error");
      }
    })();
    return () => {
      run.cancelled = true;
    };
  }, [id]);

  return (
    <>
      {status === "loading" && <p>Loading…</p>}
      {status === "error" && <p role="alert">Could not load the recipe</p>}
      {status === "done" && recipe && (
        <article>
          <h2>{recipe.title}</h2>
          <p>{recipe.minutes} minutes</p>
        </article>
      )}
    </>
  );
}
