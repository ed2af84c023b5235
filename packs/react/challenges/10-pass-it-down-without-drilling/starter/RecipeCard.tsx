export function RecipeCard({ title }: { title: string }) {
  return (
    <article>
      <h2>{title}</h2>
      <p>Serves …</p>
    </article>
  );
}
