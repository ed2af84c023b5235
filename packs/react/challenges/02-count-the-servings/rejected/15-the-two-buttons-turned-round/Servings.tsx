import { useState } from "react";
export function Servings() {
  const [servings, setServings] = useState(2);
  return <section><p>Serves {servings}</p>
    <button onClick={() => setServings(Math.max(1, servings - 1))}>More</button>
    <button onClick={() => setServings(servings + 1)}>Fewer</button></section>;
}
