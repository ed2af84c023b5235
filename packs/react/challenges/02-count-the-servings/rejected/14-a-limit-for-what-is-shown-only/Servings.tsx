import { useState } from "react";
export function Servings() {
  const [servings, setServings] = useState(2);
  const shown = servings < 1 ? 1 : servings;
  return <section><p>Serves {shown}</p>
    <button onClick={() => setServings(servings - 1)}>Fewer</button>
    <button onClick={() => setServings(servings + 1)}>More</button></section>;
}
