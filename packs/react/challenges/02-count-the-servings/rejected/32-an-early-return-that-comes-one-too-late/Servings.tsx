import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  const more = () => setServings(servings + 1);
  const fewer = () => {
    if (servings < 1) return;
    setServings(servings - 1);
  };

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={fewer}>
        Fewer
      </button>
      <button type="button" onClick={more}>
        More
      </button>
    </section>
  );
}
