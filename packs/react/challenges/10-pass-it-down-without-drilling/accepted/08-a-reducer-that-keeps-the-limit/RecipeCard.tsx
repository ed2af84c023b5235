import { useKitchen } from "./KitchenContext";
export const RecipeCard: React.FC<{ title: string }> = ({ title }) => {
  const { servings } = useKitchen();
  return (<article><h2>{title}</h2><p>Serves {String(servings)}</p></article>);
};
