import { useKitchen } from "./KitchenContext";

export function ServingsControl() {
  const { servings, setServings } = useKitchen();

  function handleFewer() {
    if (servings > 1) {
      setServings(servings - 1);
    }
  }

  function handleMore() {
    setServings(servings + 1);
  }

  return (
    <div>
      <button type="button" onClick={handleFewer}>
        Fewer
      </button>
      <button type="button" onClick={handleMore}>
        More
      </button>
    </div>
  );
}
