function Card({ title, minutes }: { title: string; minutes?: number }) {
  const label = minutes === undefined ? "20 minutes" : `${minutes} minutes`;
  return (
    <>
      <h2>{title}</h2>
      <p>{label}</p>
    </>
  );
}

export { Card as RecipeCard };
