type RecipeCardProps = {
  title: string;
  minutes?: number;
};

export function RecipeCard({ title, minutes }: RecipeCardProps) {
  return (
    <article>
      <h2>{title}</h2>
      <p>{minutes} minutes</p>
    </article>
  );
}

RecipeCard.defaultProps = { minutes: 20 };
