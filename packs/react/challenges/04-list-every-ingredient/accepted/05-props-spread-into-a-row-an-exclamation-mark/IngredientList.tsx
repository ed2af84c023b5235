export type Ingredient = { id: string; name: string; amount: string };

const Line = (props: { amount: string; name: string }) => <li>{props.amount} {props.name}</li>;

function IngredientList(props: { ingredients: Ingredient[] }) {
  return (
    <div>
      {!props.ingredients.length && <p>Nothing to prepare</p>}
      {props.ingredients.length > 0 && (
        <ul>
          {props.ingredients.map(function (one) {
            return <Line {...one} key={one.id} />;
          })}
        </ul>
      )}
    </div>
  );
}

export { IngredientList };
