

export function RecipeCard({ title, servings }: { title: string; servings: number }) {

  return (
    <article>
      <h2>{title}</h2>
      <p>Serves {servings}</p>
    </article>
  );
}
