import { useKitchen } from "./KitchenContext";
function useSteps() {
  const { servings, setServings } = useKitchen();
  return { fewer: () => setServings(servings - 1), more: () => setServings(servings + 1) };
}
export function ServingsControl() {
  const { fewer, more } = useSteps();
  return (<div><button type="button" onClick={fewer}>Fewer</button><button type="button" onClick={more}>More</button></div>);
}
