type RecipeCardProps = { title: string; minutes?: number };
export const RecipeCard = ({ title, minutes = 20 }: RecipeCardProps) => {
  return <article><h2>Recipe: {title}</h2><p>{minutes} minutes</p></article>;
};
