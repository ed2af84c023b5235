import { useKitchen } from "./KitchenContext";

export function RecipeCard({ title }: { title: string }) {
  const { servings } = useKitchen();

  return (
    <article>
      <h2>{title}</h2>
      <p>Serves {servings}</p>
    </article>
  );
}
