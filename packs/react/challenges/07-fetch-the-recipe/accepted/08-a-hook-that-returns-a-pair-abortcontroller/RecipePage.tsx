import * as React from "react";

type Recipe = { title: string; minutes: number };

function useRecipe(id: string): [Recipe | null, boolean] {
  const [recipe, setRecipe] = React.useState<Recipe | null>(null);
  const [hasError, setHasError] = React.useState<boolean>(false);

  React.useEffect(() => {
    const controller = new AbortController();

    const load = async (): Promise<void> => {
      try {
        const response = await fetch("/api/recipes/" + id, { signal: controller.signal });
        if (controller.signal.aborted) return;
        if (response.ok === false) {
          setHasError(true);
          return;
        }
        const body = await response.json();
        if (controller.signal.aborted) return;
        setRecipe(body);
        setHasError(false);
      } catch (error) {
        if (!controller.signal.aborted) setHasError(true);
      }
    };

    load();

    return () => {
      controller.abort();
    };
  }, [id]);

  return [recipe, hasError];
}

export function RecipePage({ id }: { id: string }): React.JSX.Element {
  const [recipe, hasError] = useRecipe(id);

  if (hasError) {
    return (
      <div>
        <p role="alert">Could not load the recipe</p>
      </div>
    );
  }

  return (
    <div>
      {recipe ? <h2>{recipe.title}</h2> : null}
      {recipe ? <p>{recipe.minutes + " minutes"}</p> : <p>Loading…</p>}
    </div>
  );
}
