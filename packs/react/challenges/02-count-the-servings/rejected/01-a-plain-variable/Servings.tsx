export function Servings() {
  let servings = 2;

  function change(by: number) {
    if (servings + by > 0) servings += by;
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => change(-1)}>Fewer</button>
      <button type="button" onClick={() => change(1)}>More</button>
    </section>
  );
}
