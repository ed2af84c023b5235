import { useState, type ReactNode } from "react";

type StepButtonProps = { onClick: () => void; children: ReactNode };

function StepButton({ onClick, children }: StepButtonProps) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  );
}

export function Servings() {
  const [servings, setServings] = useState(2);

  return (
    <section>
      <p>Serves {servings}</p>
      <StepButton onClick={() => setServings(servings === 1 ? 1 : servings - 1)}>Fewer</StepButton>
      <StepButton onClick={() => setServings(servings + 1)}>More</StepButton>
    </section>
  );
}
