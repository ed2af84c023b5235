import { useKitchen } from "./KitchenContext";

export const ServingsControl = () => {
  const { servings, setServings } = useKitchen();
  const change = (by: number) => () => setServings(Math.max(1, servings + by));
  return (
    <div>
      <button type="button" onClick={change(-1)}>Fewer</button>
      <button type="button" onClick={change(1)}>More</button>
    </div>
  );
};
