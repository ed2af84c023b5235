import { useKitchen } from "./KitchenContext";

export function ServingsControl() {
  const { setServings } = useKitchen();

  return (
    <div>
      <button type="button" onClick={() => setServings((n) => Math.max(1, n - 1))}>
        Fewer
      </button>
      <button type="button" onClick={() => setServings((n) => n + 1)}>
        More
      </button>
    </div>
  );
}
