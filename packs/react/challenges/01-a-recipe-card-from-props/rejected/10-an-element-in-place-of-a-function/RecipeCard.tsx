type RecipeCardProps = {
  title: string;
  minutes?: number;
};

const props: RecipeCardProps = { title: "Leek and Potato Soup" };

export const RecipeCard = (
  <article>
    <h2>{props.title}</h2>
    <p>{props.minutes ?? 20} minutes</p>
  </article>
);
