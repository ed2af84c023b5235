import { useKitchen } from "./KitchenContext";

export function RecipeCard({ title }: { title: string }) {
  const kitchen = useKitchen();
  return (
    <article>
      <h2>{title}</h2>
      <p>{`Serves ${kitchen.servings}`}</p>
    </article>
  );
}
