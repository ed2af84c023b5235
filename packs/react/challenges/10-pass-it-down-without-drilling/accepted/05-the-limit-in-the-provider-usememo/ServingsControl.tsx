import { useKitchen } from "./KitchenContext";

export function ServingsControl() {
  const kitchen = useKitchen();

  function handleFewer() {
    kitchen.setServings(kitchen.servings - 1);
  }

  function handleMore() {
    kitchen.setServings(kitchen.servings + 1);
  }

  return (
    <div>
      <button type="button" onClick={handleFewer}>Fewer</button>
      <button type="button" onClick={handleMore}>More</button>
    </div>
  );
}
