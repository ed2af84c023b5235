import { useEffect, useState } from "react";
type Recipe = { title: string; minutes: number };
export function RecipePage({ id }: { id: string }) {
  const [result, setResult] = useState<Recipe | "loading" | "failed">("loading");
  useEffect(() => {
    let current = true;
    const keep = (next: Recipe | "failed") => { if (current) setResult(next); };
    fetch("/api/recipes/" + id)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)))
      .then(keep, () => keep("failed"));
    return () => { current = false; };
  }, [id]);
  if (result === "loading") return <p>Loading…</p>;
  if (result === "failed") return <p role="alert">Could not load the recipe</p>;
  return (<section><h2>{result.title}</h2><p>{result.minutes} minutes</p></section>);
}
