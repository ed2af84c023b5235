import { KitchenProvider, useKitchen } from "./KitchenContext";
import { RecipeCard } from "./RecipeCard";
import { ServingsControl } from "./ServingsControl";

function Menu() {
  const { servings } = useKitchen();
  return (
    <section>
      <RecipeCard title="Mushroom Risotto" servings={servings} />
      <RecipeCard title="Apple Crumble" servings={servings} />
    </section>
  );
}

export function Kitchen() {
  return (
    <KitchenProvider>
      <main>
        <ServingsControl />
        <Menu />
      </main>
    </KitchenProvider>
  );
}
