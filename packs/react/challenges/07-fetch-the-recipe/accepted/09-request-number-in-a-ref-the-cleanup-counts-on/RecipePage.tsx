import { useEffect, useRef, useState } from "react";

type Recipe = { title: string; minutes: number };

export function RecipePage({ id }: { id: string }) {
  const latest = useRef(0);
  const [recipe, setRecipe] = useState<Recipe | null>(null);
  const [message, setMessage] = useState("Loading…");

  useEffect(() => {
    const number = ++latest.current;

    const run = async () => {
      try {
        const res = await fetch("/api/recipes/" + id);
        const json = res.ok ? ((await res.json()) as Recipe) : null;
        if (number !== latest.current) return;
        setRecipe(json);
        setMessage(json ? "" : "Could not load the recipe");
      } catch (error) {
        if (number !== latest.current) return;
        setRecipe(null);
        setMessage("Could not load the recipe");
      }
    };
    void run();

    return () => {
      latest.current += 1;
    };
  }, [id]);

  if (recipe) {
    return (
      <section>
        <h2>{recipe.title}</h2>
        <p>{recipe.minutes} minutes</p>
      </section>
    );
  }
  if (message === "Loading…") {
    return <p>Loading…</p>;
  }
  return <p role="alert">{message}</p>;
}
