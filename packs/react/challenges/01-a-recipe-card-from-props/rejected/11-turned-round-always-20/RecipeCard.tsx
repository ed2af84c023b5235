type RecipeCardProps = { title: string; minutes?: number };

export function RecipeCard(props: RecipeCardProps) {
  const minutes = props.minutes !== undefined ? 20 : props.minutes;
  return (
    <article>
      <h2>{props.title}</h2>
      <p>{minutes} minutes</p>
    </article>
  );
}
