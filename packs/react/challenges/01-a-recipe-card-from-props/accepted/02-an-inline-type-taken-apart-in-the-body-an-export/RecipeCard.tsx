const USUAL_TIME = 20;

function RecipeCard(props: { readonly title: string; readonly minutes?: number }) {
  const { title: name, minutes: time = USUAL_TIME } = props;
  return (
    <>
      <h2>{name}</h2>
      <p>{time} minutes</p>
    </>
  );
}

export { RecipeCard };
