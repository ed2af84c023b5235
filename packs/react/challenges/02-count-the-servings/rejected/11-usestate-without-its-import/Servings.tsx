

export function Servings() {
  const [servings, setServings] = useState(2);

  function takeOneAway() {
    if (servings > 1) setServings(servings - 1);
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={takeOneAway}>
        Fewer
      </button>
      <button type="button" onClick={() => setServings(servings + 1)}>
        More
      </button>
    </section>
  );
}
