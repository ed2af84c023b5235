export const RecipeCard = (title: string, minutes = 20) => {
  return <article><h2>{title}</h2><p>{minutes} minutes</p></article>;
};
