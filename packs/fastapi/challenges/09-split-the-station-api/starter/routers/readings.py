# The routes of the readings go here.
