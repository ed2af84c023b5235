import { useKitchen } from "./KitchenContext";

type StepProps = { label: string; onStep: () => void };

const Step = ({ label, onStep }: StepProps) => (
  <button type="button" onClick={onStep}>
    {label}
  </button>
);

export function ServingsControl() {
  const { servings, setServings } = useKitchen();

  return (
    <div>
      <Step label="Fewer" onStep={() => servings > 1 && setServings(servings - 1)} />
      <Step label="More" onStep={() => setServings(servings + 1)} />
    </div>
  );
}
