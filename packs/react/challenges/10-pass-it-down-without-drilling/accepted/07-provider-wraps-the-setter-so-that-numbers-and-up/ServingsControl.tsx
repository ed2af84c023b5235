import { useKitchen } from "./KitchenContext";

const decrement = (n: number) => n - 1;
const increment = (n: number) => n + 1;

export function ServingsControl() {
  const { setServings } = useKitchen();

  return (
    <div>
      <button type="button" onClick={() => setServings(decrement)}>Fewer</button>
      <button type="button" onClick={() => setServings(increment)}>More</button>
    </div>
  );
}
