export function ServingsControl() {
  return (
    <div>
      <button type="button">Fewer</button>
      <button type="button">More</button>
    </div>
  );
}
