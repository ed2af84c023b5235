export type RecipeCardProps = { title: string; minutes?: number };

export function RecipeCard({ title, minutes }: RecipeCardProps) {
  let time = minutes;
  if (minutes === undefined) {
    time = 20;
  }
  return (
    <div>
      <header>
        <h2>{title}</h2>
      </header>
      <p>{time} minutes</p>
    </div>
  );
}
