export function Servings() {
  let servings = 2;

  function more() {
    servings = servings + 1;
  }

  function fewer() {
    if (servings > 1) {
      servings = servings - 1;
    }
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={fewer}>Fewer</button>
      <button type="button" onClick={more}>More</button>
    </section>
  );
}
