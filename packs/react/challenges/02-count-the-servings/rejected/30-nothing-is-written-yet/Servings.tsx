export function Servings() {
  // Keep the number of servings here.

  return (
    <section>
      <p>Serves …</p>
      <button type="button">Fewer</button>
      <button type="button">More</button>
    </section>
  );
}
