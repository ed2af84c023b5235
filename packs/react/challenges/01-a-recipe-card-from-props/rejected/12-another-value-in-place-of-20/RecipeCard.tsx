type RecipeCardProps = { title: string; minutes?: number };
export const RecipeCard = ({ title, minutes = 25 }: RecipeCardProps) => {
  return <article><h2>{title}</h2><p>{minutes} minutes</p></article>;
};
