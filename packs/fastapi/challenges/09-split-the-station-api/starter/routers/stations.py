# The routes of the stations go here.
