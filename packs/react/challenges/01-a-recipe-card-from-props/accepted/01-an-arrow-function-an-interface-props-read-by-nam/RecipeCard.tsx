interface Props {
  minutes?: number;
  title: string;
}

export const RecipeCard = (props: Props) => (
  <section className="card">
    <h2>{props.title}</h2>
    <p>{`${props.minutes ?? 20} minutes`}</p>
  </section>
);
