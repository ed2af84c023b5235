import { useState } from "react";

const steps = [
  { label: "Fewer", by: -1 },
  { label: "More", by: 1 },
];

export function Servings() {
  const [servings, setServings] = useState(2);
  return (
    <section>
      <p>Serves {servings}</p>
      {steps.map(({ label, by }) => (
        <button key={label} type="button" onClick={() => setServings((now) => (now + by > 0 ? now + by : now))}>
          {label}
        </button>
      ))}
    </section>
  );
}
