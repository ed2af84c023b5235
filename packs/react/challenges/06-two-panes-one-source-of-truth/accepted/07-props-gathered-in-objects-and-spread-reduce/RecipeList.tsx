type RecipeListProps = {
  recipes: { id: string; title: string }[];
  total: number;
};

export function RecipeList({ recipes, total }: RecipeListProps) {
  return (
    <section>
      <p>
        {recipes.length} of {total} recipes
      </p>
      <ul>
        {recipes.map((recipe) => (
          <li key={recipe.id}>{recipe.title}</li>
        ))}
      </ul>
    </section>
  );
}
