type Recipe = { title: string; minutes: number };
type RecipeCardProps = Pick<Recipe, "title"> & Partial<Pick<Recipe, "minutes">>;

const Heading = ({ text }: { text: string }) => <h2>{text}</h2>;

const CookingTime = ({ minutes }: { minutes: number }) => <p>{minutes} minutes</p>;

export const RecipeCard = ({ title, minutes = 20 }: RecipeCardProps) => {
  return (
    <article>
      <Heading text={title} />
      <CookingTime minutes={minutes} />
    </article>
  );
};
