// Describe the props here: title, and minutes that may be left out.

// Write and export the component RecipeCard here. The card looks like this:
//
// <article>
//   <h2>Leek and Potato Soup</h2>
//   <p>35 minutes</p>
// </article>
