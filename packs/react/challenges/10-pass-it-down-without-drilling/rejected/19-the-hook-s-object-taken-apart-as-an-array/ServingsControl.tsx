import { useKitchen } from "./KitchenContext";

export function ServingsControl() {
  const { servings, setServings } = useKitchen();

  return (
    <div>
      <button type="button" onClick={() => setServings(Math.max(1, servings - 1))}>Fewer</button>
      <button type="button" onClick={() => setServings(servings + 1)}>More</button>
    </div>
  );
}
